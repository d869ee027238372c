import { Link } from 'react-router-dom';
import { placeOf } from '../places.ts';
import type { Service } from '../prerender/schema.ts';

const page = placeOf('services');

/** To the text about the service; only its name if the firm has removed that page. */
export function ServiceLink({
  service: { slug, name },
  tabIndex,
}: {
  readonly service: Service;
  readonly tabIndex?: number;
}) {
  return page === undefined ? (
    name
  ) : (
    <Link to={`${page.path}#${slug}`} tabIndex={tabIndex}>
      {name}
    </Link>
  );
}
