import type { Plugin } from 'vite';

/** What every browser that runs this build has, so that no library needs to ask for it. */
const FUNCTIONS =
  'AbortController clearTimeout FileList MessageChannel queueMicrotask reportError setTimeout';
const OBJECTS = 'document navigator performance window';

const present = (names: string, type: string) =>
  names.split(' ').map((name) => [`typeof ${name}`, JSON.stringify(type)]);

/**
 * React Router makes much for its other modes as it is loaded, and says of nothing that nobody would
 * miss it. Marked as pure, what no page uses is left out: 1.2 KB of every page. Rolldown's own switches
 * are no way to say it: they hold for all packages, and React DOM loses what it needs.
 *
 * React Hook Form has rules of its own, for forms without a resolver. Every form here has one
 * (features/contact/state/resolver.ts), and one without would fail at its first letter: so wherever the package
 * asks for it, there is one. That leaves out 1.5 KB of the contact page.
 */
const MARKS: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [/= (?=React\d*\.(?:forwardRef|createContext)\()/g, '= /* @__PURE__ */ '],
  [/= (class extends React\d*\.Component \{.*?^\});/gms, '= /* @__PURE__ */ (() => $1)();'],
  [/^\w+\.displayName = .*;$/gm, ''],
  // asked for, and not called
  [/(?<!\.)_options\.resolver\b(?!\()/g, 'true'],
];

/**
 * Leaves out of the scripts what no visitor needs, which is 2 % of them. Each part stops the build where
 * it finds nothing to do any more: then a package has changed, and it has to be looked at again.
 */
export function slim(): Plugin[] {
  const idle = new Set<unknown>();
  const helper = 'the helper that preloads';
  return [
    {
      name: 'slim',
      apply: 'build',
      enforce: 'pre',
      applyToEnvironment: ({ name }) => name === 'client',
      config: () => ({
        environments: {
          client: {
            define: Object.fromEntries([
              ...present(FUNCTIONS, 'function'),
              ...present(OBJECTS, 'object'),
            ]),
            // the loader in each page asks for all that it needs, and no style sheet is apart
            build: { modulePreload: false },
          },
        },
      }),
      buildStart() {
        for (const [pattern] of MARKS) idle.add(pattern);
        idle.add(helper);
      },
      // Vite's own goes on looking for style sheets: half a kilobyte
      load: {
        filter: { id: /vite\/preload-helper/ },
        handler() {
          idle.delete(helper);
          return 'export const __vitePreload = (load) => load();';
        },
      },
      transform: {
        filter: { id: /\/react-(?:router|hook-form)\/dist\// },
        handler: (code) =>
          MARKS.reduce((text, [pattern, replacement]) => {
            const marked = text.replaceAll(pattern, replacement);
            if (marked !== text) idle.delete(pattern);
            return marked;
          }, code),
      },
      buildEnd(error) {
        if (error === undefined && idle.size > 0) {
          this.error(
            `Nothing is left of what scripts/plugins/slim.ts leaves out: ${[...idle].join(', ')}`,
          );
        }
      },
    },
  ];
}
