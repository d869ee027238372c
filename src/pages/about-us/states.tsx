import { working } from '../../../tests/identity/working.ts';
import { Lists, Steps } from './Page.tsx';

/** For tests/states. */
export const states = {
  'The parts of working.ts, with made-up values': (
    <>
      <Steps {...working} />
      <Lists {...working} />
    </>
  ),
};
