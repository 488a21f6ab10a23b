import { createRoot } from 'react-dom/client';
import './tokens.css';
import './base.css';
import { start } from './app/start';

await start(createRoot(document.querySelector('#studio')!));
