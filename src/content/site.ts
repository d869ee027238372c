/** Who the firm is. Edit this file to make the site yours. */
export interface Site {
  /** As people say it. */
  readonly name: string;
  /** Under its icon on a phone, where about twelve letters have room. */
  readonly shortName: string;
  /** As it is registered. */
  readonly legalName: string;
  readonly slogan: string;
  /** One sentence for search engines and link previews. */
  readonly summary: string;
  readonly email: string;
  /** In international form, grouped for reading. */
  readonly phone: string;
  /** The number that WhatsApp knows the firm by, in international form; '' for none. */
  readonly whatsApp: string;
  readonly address: {
    readonly street: string;
    readonly town: string;
    readonly province: string;
    readonly postalCode: string;
    readonly country: string;
  };
  readonly socialLinks: readonly SocialLink[];
}

export interface SocialLink {
  readonly network: 'linkedin' | 'github' | 'facebook' | 'instagram' | 'x';
  /** Read aloud in place of the icon. */
  readonly label: string;
  readonly href: string;
}

export const site = {
  name: 'Kokerboom Software',
  shortName: 'Kokerboom',
  legalName: 'Kokerboom Software (Pty) Ltd',
  slogan: 'Strong roots, clean branches.',
  summary:
    'A small software engineering and technical strategy firm in Stellenbosch: software, mobile apps, cloud, DevOps, hosting and branding.',
  email: 'hello@kokerboom.example',
  phone: '+27 21 000 0000',
  whatsApp: '+27 21 000 0000',
  address: {
    street: '12 Quiver Street',
    town: 'Stellenbosch',
    province: 'Western Cape',
    postalCode: '7600',
    country: 'South Africa',
  },
  socialLinks: [
    {
      network: 'linkedin',
      label: 'Kokerboom Software on LinkedIn',
      href: 'https://linkedin.example/kokerboom',
    },
    {
      network: 'github',
      label: 'Kokerboom Software on GitHub',
      href: 'https://github.example/kokerboom',
    },
    {
      network: 'facebook',
      label: 'Kokerboom Software on Facebook',
      href: 'https://facebook.example/kokerboom',
    },
  ],
} as const satisfies Site;

/** The `href` that dials the firm (RFC 3966). */
export const phoneHref = `tel:${site.phone.replaceAll(' ', '')}`;

/** The `href` that starts a mail to the firm. */
export const emailHref = `mailto:${site.email}`;

/** Keeps a number within a text on one line. */
export const unbroken = (number: string): string => number.replaceAll(' ', '\u00a0');

/** The title as the browser shows it. */
export const documentTitle = ({ title }: { readonly title: string }): string =>
  `${title} – ${site.name}`;
