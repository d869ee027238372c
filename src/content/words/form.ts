import { listed } from '../../lib/listed.ts';
import messageSentPlace from '../../pages/message-sent/place.ts';
import { frame } from './frame.ts';

/** A label may be a question or a sentence. */
export const listedLabels = (labels: readonly string[]): string =>
  listed(labels.map((label) => label.replace(/[.?!:]+$/, '')));

/** Shared by all forms. */
export const formWords = {
  form: {
    heading: 'Send us a message',
    optional: '(optional)',
    honeypot: 'Leave this field empty',
    submit: 'Send message',
    /** In a list, before the visitor has chosen. */
    choose: 'Please choose',
    privacy: 'What we do with your details',
  },
  draft: {
    restored: 'This is what you typed earlier.',
    kept: 'It’s saved on this device and has not been sent.',
    /** If another tab has cleared or changed it, or the browser cannot store it. */
    onlyHere: 'It’s only in this tab and has not been sent.',
    mayHaveArrived: 'It may have arrived. Sending it again is safe: we’ll only get it once.',
    sent: 'It was sent.',
    otherMayHaveArrived: 'Another version of it may have arrived. This one has not been sent.',
    earlierSent: 'An earlier version was sent. This one has not been sent.',
    laterSent: 'A later version was sent.',
    onItsWay: 'It’s still being sent.',
    clear: 'Clear the form',
    cleared: 'The form was cleared.',
    undo: 'Undo',
  },
  /** Above the form for another message, followed by the reference. */
  previous: 'Your previous message was sent.',
  offline: {
    kept: 'You’re offline. What you type is saved on this device, so you can send it when you’re back online.',
    notKept: 'You’re offline. Keep this page open, and send your message when you’re back online.',
  },
  toCorrect: (labels: readonly string[]) =>
    `Please fix ${labels.length === 1 ? 'this field' : `these ${labels.length} fields`}: ${listedLabels(labels)}.`,
  /** For screen readers, when the visitor has corrected a field and left it. */
  leftToFix: (count: number) => `${count === 0 ? 'Nothing' : count} left to fix`,
  /** For screen readers, when the visitor has left the field. */
  errorOnLeaving: (error: string, advice: string | undefined) =>
    `Error: ${error.replace(/\.?$/, '.')}${advice === undefined ? '' : ` ${advice}`}`,
  sending: 'Sending...',
  /** In the page's title. */
  notSent: 'Not sent',
  notConfirmed: 'Not confirmed',
  sent: {
    heading: messageSentPlace.title,
  },
  success: {
    text: 'Thank you for your message. Our sales representative will contact you shortly.',
    /** @param moment such as "Friday 27 November, 09:24" */
    promise: (moment: string) => `You’ll hear from us by ${moment}.`,
    /** The texts before and after the firm's number, below the promise and without one. */
    next: {
      heading: 'If you need to call us',
      promised: ['If you haven’t heard from us by then, call us on', 'and give us your reference.'],
      notPromised: ['If it’s urgent, call us on', 'and give us your reference.'],
    },
    another: 'Send another message',
    /** For screen readers, in the form for another message. @param label of the field that has the focus */
    inNewForm: (label: string) => `This is a new form. You’re in its first field, ${label}.`,
  },
  failure: {
    offline: 'Your message was not sent: you’re offline. Please send it when you’re back online.',
    backOnline: 'Your message was not sent: you were offline. You’re back online now, so please send it again.',
    noAnswer: 'An error occurred, please try again in few minutes',
    unexpected: frame.notice.unknown,
    outdated:
      'Your message was not sent: this page may be out of date. Please copy your message, reload the page and send it again.',
    refused:
      'Your message was not sent: a security check stopped it. You did nothing wrong. Please copy your message, reload the page and send it again.',
    tooLarge: 'Your message was not sent: it’s too long. Please shorten it and send it again.',
    kept: 'What you typed is still here.',
    mayHaveArrived: 'Sending again is safe: we’ll only get it once. You can also contact us:',
    /** Once the visitor has changed it. */
    mayHaveArrivedBefore: 'You’ve changed it since, so we may get both versions. You can also contact us:',
    cut: 'These links can only carry the first part of your message. Please copy the rest from the form.',
    tooSlow: 'Your message was not sent: the connection was too slow. Please try again, or shorten your message.',
    alternatives: 'You can also contact us:',
    brief: { phone: 'Call us', email: 'Email us', whatsApp: 'WhatsApp us' },
  },
} as const;
