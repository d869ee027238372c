const paths = {
  linkedin:
    'M5 3.5h14A1.5 1.5 0 0120.5 5v14a1.5 1.5 0 01-1.5 1.5H5A1.5 1.5 0 013.5 19V5A1.5 1.5 0 015 3.5zM8 10.5V17M8 7.25h.01M12 17v-6.5M12 13.25c0-1.5 1-2.75 2.5-2.75s2.25 1 2.25 2.75V17',
  github:
    'M9.5 20.5v-3.2c-3.5.9-4-1.6-5.5-2.1M15 20.5v-3.6c0-1-.1-1.4-.5-1.9 3-.3 5.5-1.5 5.5-5.8 0-1.2-.4-2.2-1.1-3 .3-.9.2-2-.1-2.7-1 0-2.1.6-2.8 1.1a10.6 10.6 0 00-6 0C9.3 4.1 8.2 3.5 7.2 3.5c-.3.7-.4 1.8-.1 2.7-.7.8-1.1 1.8-1.1 3 0 4.3 2.5 5.5 5.5 5.8-.4.4-.5.9-.5 1.5',
  facebook: 'M10.75 20.5V15H8v-3.5h2.75V8.2c0-3 1.75-4.7 4.75-4.7H18V7h-1.7c-1.6 0-2.3.8-2.3 2.3v2.2h3.6L17 15h-3v5.5',
  instagram:
    'M8 3.5h8A4.5 4.5 0 0120.5 8v8a4.5 4.5 0 01-4.5 4.5H8A4.5 4.5 0 013.5 16V8A4.5 4.5 0 018 3.5zM12 8.25a3.75 3.75 0 110 7.5 3.75 3.75 0 010-7.5zM16.5 7.5h.01',
  x: 'M4 4l16 16M20 4L4 20',
} as const;

type IconName = keyof typeof paths;

export const iconNames = Object.keys(paths) as IconName[];

export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
