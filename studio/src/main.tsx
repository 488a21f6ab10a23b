import { createRoot } from 'react-dom/client';
import './tokens.css';
import './base.css';
import { start } from './app/start';

// Not awaited: code that is loaded later imports this file, and would wait for the end of it.
void start(createRoot(document.querySelector('#studio')!));
