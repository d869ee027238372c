import { cleanup, render, screen } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { BrowserRouter } from 'react-router-dom';
import { vi } from 'vitest';

/**
 * Opens the site at an address, as a visitor does, and waits for its page. The code of the app is new
 * each time, as in a browser: what an earlier document kept in memory is gone.
 */
export async function visit(path: string): Promise<UserEvent> {
  cleanup();
  vi.resetModules();
  const { App } = await import('../../../src/app/App.tsx');
  const { preparePage } = await import('../../../src/app/LazyPage.tsx');
  const { pageAt } = await import('../../../src/app/pages.ts');
  // as where it is prerendered; else React holds the page back for 300 ms, behind its fallback
  await preparePage(pageAt(path));
  window.history.replaceState(null, '', path);
  render(
    <BrowserRouter>
      <App />
    </BrowserRouter>,
  );
  await screen.findByRole('heading', { level: 1 });
  return userEvent.setup();
}
