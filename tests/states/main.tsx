import '#identity/palette.css';
import '../../src/styles/base.css';
import '../../src/styles/fonts.css';
import './states.css';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import homePlace from '../../src/pages/home/place.ts';
import { swapFont } from '../../src/styles/fontSwap.ts';
import { Catalogue } from './Catalogue.tsx';
import { prepareScene, Scene } from './Scene.tsx';

/* For developers: `npm run dev` serves it at /tests/states/. It is not in the build. */

const container = document.getElementById('root');
if (container === null) throw new Error('index.html has no element with the id "root".');
const scene = new URLSearchParams(window.location.search).get('scene');
if (scene !== null) prepareScene(scene);
createRoot(container).render(
  // links must not leave the page
  <MemoryRouter initialEntries={[homePlace.path]}>
    {scene === null ? <Catalogue /> : <Scene name={scene} />}
  </MemoryRouter>,
);
swapFont();
