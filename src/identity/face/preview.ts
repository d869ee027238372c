import homePlace from '../../pages/home/place.ts';
import type { Preview } from '../../prerender/preview.ts';
import { treeOfServices } from './limbs.ts';
import { plantAt } from './plants.ts';

/** The page's tree, for pictures in link previews. */
export const preview: Preview = {
  alt: 'Next to it is a drawing of a quiver tree.',
  draw: ({ seed, at }, box, colours) => {
    const { width, height, branches, leaves } = at === homePlace.path ? treeOfServices() : plantAt(at, seed);
    const scale = Math.min(box.width / width, box.height / height);
    const paths = branches.map(
      ({ path, width: stroke }, index) =>
        `<path d="${path}" stroke-width="${stroke}"${index === branches.length - 1 ? ' stroke-linecap="round"' : ''}/>`,
    );
    return `<g fill="none" stroke="${colours.ink}" stroke-linejoin="round" transform="translate(${box.x + box.width / 2} ${box.y + box.height})scale(${scale.toFixed(3)})">${paths.join('')}<path stroke="${colours.aloe}" stroke-linecap="round" d="${leaves.path}" stroke-width="${leaves.width}"/></g>`;
  },
};
