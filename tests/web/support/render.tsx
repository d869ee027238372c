import { cleanup, render, waitFor } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel, type UserEvent } from '@testing-library/user-event';
import { StrictMode } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { expect, vi } from 'vitest';

/** Opens the site at an address and waits for the page. The app's modules are new each time, as in a browser. */
export async function visit(path: string): Promise<UserEvent> {
  cleanup();
  vi.resetModules();
  // before the app is loaded, because it reads the address
  window.history.replaceState(null, '', path);
  const { App } = await import('../../../src/app/App.tsx');
  const { pageAt, preparePage } = await import('../../../src/app/pages.tsx');
  // otherwise React shows the fallback for 300 ms
  await preparePage(pageAt(path));
  render(
    <StrictMode>
      <BrowserRouter>
        <App />
      </BrowserRouter>
    </StrictMode>,
  );
  await waitFor(() => expect(document.querySelector('h1')).not.toBeNull());
  // takes a twelfth of the time, and there are no styles to check
  return userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never });
}
