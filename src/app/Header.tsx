import './Header.css';
import { type KeyboardEvent, useCallback, useEffect, useRef } from 'react';
import { Link, NavLink, useLocation } from 'react-router-dom';
import { isNamedByMark } from '../components/face.ts';
import { Mark } from '../components/Mark.tsx';
import { site } from '../content/site.ts';
import { frame } from '../content/words/frame.ts';
import homePlace from '../pages/home/place.ts';
import { menu } from '../places.ts';
import { menuRoom } from './menuRoom.ts';

const room = menuRoom(
  site.name,
  menu.map(({ label }) => label),
);

/** The menu is a `details` element where it does not fit, so that it opens without script. */
export function Header() {
  const header = useRef<HTMLElement>(null);
  const toggle = useRef<HTMLDetailsElement>(null);
  const location = useLocation();
  const close = useCallback(() => {
    if (toggle.current !== null) toggle.current.open = false;
  }, []);

  // closes when the visitor leaves: they may have opened the menu before the script ran
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new location is a navigation, Back included
  useEffect(() => close, [location]);

  useEffect(() => {
    const closeFromOutside = ({ target }: PointerEvent) => {
      if (!header.current?.contains(target as Node)) close();
    };
    document.addEventListener('pointerdown', closeFromOutside);
    return () => document.removeEventListener('pointerdown', closeFromOutside);
  }, [close]);

  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !toggle.current?.open) return;
    close();
    toggle.current.querySelector('summary')?.focus();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: closes the menu on Escape from any element inside
    <header ref={header} className="site-header" data-room={room ?? 'none'} onKeyDown={closeOnEscape}>
      <a className="skip-link" href="#main">
        {frame.skip}
      </a>
      <div className="site-header-inner">
        <Link className="brand" translate="no" to={homePlace.path}>
          <Mark className={isNamedByMark ? 'mark wordmark' : 'mark'} />
          {isNamedByMark ? <span className="visually-hidden">{site.name}</span> : site.name}
        </Link>
        <details className="menu-toggle" ref={toggle}>
          <summary>
            <span className="menu-to-open">{frame.menu}</span>
            <span className="menu-to-close">{frame.closeMenu}</span>
          </summary>
        </details>
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click */}
        <nav className="menu" onClick={close} aria-label={frame.menuLabel}>
          <ul>
            {menu.map(({ path, label }) => (
              <li key={path}>
                <NavLink to={path} end>
                  <span>{label}</span>
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </header>
  );
}
