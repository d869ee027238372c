/** As in a sentence, followed by other spellings. */
type Country = readonly [name: string, ...spellings: string[]];

export const HOME = 'South Africa';

const countriesFrom = (table: string): readonly Country[] =>
  table.split(', ').map((line) => line.split('|') as [string, ...string[]]);

/** The European Economic Area and the United Kingdom, whose GDPR protects people as well as POPIA does. */
const GDPR = countriesFrom(
  'the European Union|EU|European Economic Area|EEA, Austria|AT, Belgium|BE, Bulgaria|BG, Croatia|HR, Cyprus|CY, Czechia|CZ|Czech Republic, Denmark|DK, Estonia|EE, Finland|FI, France|FR, Germany|DE, Greece|GR, Hungary|HU, Iceland|IS, Ireland|IE|Republic of Ireland, Italy|IT, Latvia|LV, Liechtenstein|LI, Lithuania|LT, Luxembourg|LU, Malta|MT, the Netherlands|NL|Holland, Norway|NO, Poland|PL, Portugal|PT, Romania|RO, Slovakia|SK|Slovak Republic, Slovenia|SI, Spain|ES, Sweden|SE, the United Kingdom|UK|GB|Great Britain|Britain|England|Scotland|Wales|Northern Ireland',
);

const PROTECTED = [...countriesFrom(`${HOME}|RSA|ZA|Republic of South Africa`), ...GDPR];

const COUNTRIES = [...PROTECTED, ...countriesFrom('the United States|USA|US|United States of America|America')];

const folded = (spelling: string) =>
  spelling
    .toLowerCase()
    .replaceAll('.', '')
    .trim()
    .replace(/^the\s+/, '');

/** @returns the country as in a sentence; as written, if it is none of COUNTRIES */
export const countryOf = (written: string): string =>
  COUNTRIES.find((spellings) => spellings.some((each) => folded(each) === folded(written)))?.[0] ?? written;

export const hasGdpr = (country: string): boolean => GDPR.some(([name]) => name === countryOf(country));

/** Whether details may go there without another ground (POPIA section 72(1)(a)). */
export const isProtected = (country: string): boolean => PROTECTED.some(([name]) => name === countryOf(country));

/** For an error: “Austria (AT), …”. */
export const protectedCountries = (): string =>
  PROTECTED.map(([name, ...others]) => `${name} (${others.join(', ')})`).join(', ');
