import './Header.css';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { Link, NavLink, useLocation } from 'react-router-dom';
import { site } from '../content/site.ts';
import { menu, routes } from '../routes.ts';

/**
 * On narrow screens the menu is a disclosure. It is the browser's own, so that it
 * opens before, or without, this script; the links stand beside it rather than inside,
 * because wide screens show them always.
 */
export function Header() {
  const toggle = useRef<HTMLDetailsElement>(null);
  const { key } = useLocation();

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new key is a navigation, Back included
  useEffect(() => {
    if (toggle.current !== null) toggle.current.open = false;
  }, [key]);

  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !toggle.current?.open) return;
    toggle.current.open = false;
    toggle.current.querySelector('summary')?.focus();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape is heard from whatever inside has the focus
    <header className="site-header" onKeyDown={closeOnEscape}>
      <div className="site-header-inner">
        <Link className="brand" to={routes.home.path}>
          {site.name}
        </Link>
        <details className="menu-toggle" ref={toggle}>
          <summary>Menu</summary>
        </details>
        <nav className="menu" aria-label="Main">
          <ul>
            {menu.map(({ path, label }) => (
              <li key={path}>
                <NavLink to={path} end>
                  {label}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </header>
  );
}
