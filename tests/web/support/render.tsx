import { render, screen } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { BrowserRouter } from 'react-router-dom';
import { App } from '../../../src/app/App.tsx';

/** Opens the site at an address, as a visitor does, and waits for its page. */
export async function visit(path: string): Promise<UserEvent> {
  window.history.replaceState(null, '', path);
  render(
    <BrowserRouter>
      <App />
    </BrowserRouter>,
  );
  await screen.findByRole('heading', { level: 1 });
  return userEvent.setup();
}
