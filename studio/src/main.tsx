import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

createRoot(document.querySelector('#studio')!).render(<StrictMode>Studio</StrictMode>);
