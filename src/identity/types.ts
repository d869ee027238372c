import type { Illustration } from '../content/picture.ts';

/* What the files beside this one may say; for each line its meaning. */

/** Who the firm is. */
export interface Site {
  /** As people say it. */
  readonly name: string;
  /** Under its icon on a phone, where about twelve letters have room. */
  readonly shortName: string;
  /** As it is registered. */
  readonly legalName: string;
  /** The number under which it is registered, such as 2019/123456/07 of the CIPC. */
  readonly registration?: string;
  readonly slogan: string;
  /** What its people are, before "in" and the town: what somebody would search for. */
  readonly trade: string;
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

/** What search engines and maps are told besides. No browser gets it. */
export interface Listing {
  /** The country of the address in two letters (ISO 3166-1), such as ZA. */
  readonly countryCode: string;
  /** When somebody picks up the phone, by the 24-hour clock; none where that is nobody's to know. */
  readonly openingHours: readonly {
    readonly days: readonly Day[];
    readonly opens: string;
    readonly closes: string;
  }[];
  /** Where the door is, in degrees: south and west are below zero. Left out, maps go by the address. */
  readonly position?: { readonly latitude: number; readonly longitude: number };
}

export type Day =
  | 'Monday'
  | 'Tuesday'
  | 'Wednesday'
  | 'Thursday'
  | 'Friday'
  | 'Saturday'
  | 'Sunday';

export interface SocialLink {
  readonly network: 'linkedin' | 'github' | 'facebook' | 'instagram' | 'x';
  /** Read aloud in place of the icon. */
  readonly label: string;
  readonly href: string;
}

export interface Service {
  /** Names the service in its address on the services page. */
  readonly slug: string;
  readonly name: string;
  readonly icon: 'code' | 'pen' | 'phone' | 'cloud' | 'loop' | 'server';
}

/** Something said of every service. */
export type EachOf<Services extends readonly Service[]> = Readonly<
  Record<Services[number]['slug'], string>
>;

/** A finished project in the portfolio. Every figure is one that was measured. */
export interface Project {
  /** Draws its tree. */
  readonly slug: string;
  readonly title: string;
  readonly client: string;
  readonly year: number;
  readonly summary: string;
  /** Where it can be seen, when it is public. */
  readonly href?: string;
  readonly picture?: Illustration;
  readonly figures: readonly {
    readonly value: string;
    readonly label: string;
  }[];
  /** How and when the figures were measured. */
  readonly method: string;
  /** Where its code can be read, when that is public. */
  readonly source?: WebLink;
  /** What there is to tell besides, in the order of the page: a case study. */
  readonly study?: readonly StudyPart[];
}

export interface WebLink {
  readonly text: string;
  readonly href: string;
}

/** A part of a case study: the way something takes, with what happens where it goes wrong; drawings of a form; or bars. */
export type StudyPart = {
  readonly heading: string;
  readonly text: string;
} & (
  | {
      readonly kind: 'journey';
      readonly steps: readonly {
        readonly title: string;
        readonly text: string;
        /** Where it forks: what may go wrong here, and what becomes of it. */
        readonly otherwise?: { readonly title: string; readonly text: string };
      }[];
    }
  | {
      readonly kind: 'form';
      readonly states: readonly { readonly drawing: FormDrawing; readonly text: string }[];
    }
  | {
      readonly kind: 'bars';
      readonly unit: string;
      readonly bars: readonly { readonly label: string; readonly value: number }[];
      /** Whose figures they are, where they are not our own. */
      readonly source?: WebLink;
    }
);

export type FormDrawing = 'empty' | 'focused' | 'invalid' | 'sending' | 'sent' | 'failed';
