export const HOME = 'South Africa';

/** The European Economic Area and the United Kingdom, whose GDPR protects people as well as POPIA does. */
const GDPR =
  'Austria|Belgium|Bulgaria|Croatia|Cyprus|Czechia|Denmark|Estonia|Finland|France|Germany|Greece|Hungary|Iceland|Ireland|Italy|Latvia|Liechtenstein|Lithuania|Luxembourg|Malta|Netherlands|Norway|Poland|Portugal|Romania|Slovakia|Slovenia|Spain|Sweden|United Kingdom'.split(
    '|',
  );

/** @param country as in a sentence: “the Netherlands” */
export const hasGdpr = (country: string): boolean => GDPR.includes(country.replace(/^the /, ''));

/** Whether details may go there without another ground (POPIA section 72(1)(a)). */
export const isProtected = (country: string): boolean => country === HOME || hasGdpr(country);
