import { invalid, server, tooMany, wait } from '../../../server/rules/failures.json';
import messageSentPlace from '../../pages/message-sent/place.ts';

/** The words of the contact form. */
export const contactForm = {
  form: {
    /** Follows the name of a field that may be left empty; the names are in server/rules/contact.json. */
    optional: '(optional)',
    /** Between these two stands an address that is written like the one typed. */
    didYouMean: ['Did you mean', '?'],
    honeypot: 'Leave this field empty',
    submit: 'Send message',
    privacy: 'How we handle what you send',
  },
  draft: {
    restored: 'This is what you typed earlier.',
    /** One of these follows. */
    kept: 'It was kept on this device and was not sent.',
    /** Where the browser keeps nothing. */
    notSent: 'It was not sent.',
    /** The answer was lost, or the page closed before it came. */
    mayHaveArrived:
      'We cannot tell whether it arrived. Send it again as it is: it will not arrive twice.',
    /** Another text of it was sent. */
    wasChanged:
      'It was changed after it was sent, and we cannot tell whether what was sent arrived.',
    onItsWay: 'It is being sent as it was when you left it.',
    clear: 'Clear the form',
  },
  /** Stands over the form while a visitor may think of what they sent before; then the reference. */
  previous: 'Your message was sent.',
  offline: {
    kept: 'You are offline. What you type is kept on this device: send it when you are back online.',
    notKept:
      'You are offline. Keep this page open, and send your message when you are back online.',
  },
  /** @param fields how many, at least one */
  toCorrect: (fields: number) =>
    fields === 1 ? '1 field needs correcting.' : `${fields} fields need correcting.`,
  sending: 'Sending...',
  /** Stands before the title of a page that a refused form comes back in. */
  notSent: 'Not sent',
  sent: {
    heading: messageSentPlace.title,
  },
  success: {
    text: 'Thank you for your message. Our sales representative will contact you shortly.',
    /** Between these two stands the firm's number. */
    next: ['If you do not hear from us within one working day, call us on', 'and mention it.'],
    another: 'Write another message',
  },
  failure: {
    offline:
      'Your message was not sent, because this device is offline. Please send it when you are back online.',
    /** The same, once there is a connection again. */
    backOnline:
      'Your message was not sent, because this device was offline. It is online again: please send it now.',
    /** The request never got an answer. */
    noAnswer: 'An error occurred, please try again in few minutes',
    /** The answer was neither a success nor a fault we know. */
    unexpected:
      'We cannot tell whether your message arrived, because our server gave an answer we did not expect. Please send it again, or reach us another way.',
    outdated:
      'Your message was not sent: this page may be out of date. Please copy your message, reload the page and send it again.',
    refused:
      'Your message was not sent: our server could not tell that it came from this page. Please copy your message, reload the page and send it again.',
    tooLarge: 'Your message was not sent: it is too long. Please shorten it and send it again.',
    invalid,
    /** @param minutes until it may be tried again, where that is known */
    tooMany: (minutes: number | undefined) =>
      tooMany
        .replace(
          '{wait}',
          minutes === undefined ? wait.unknown : minutes === 1 ? wait.one : wait.more,
        )
        .replace('{minutes}', String(minutes)),
    server,
    kept: 'What you typed is still here.',
    /** Follows where it may have arrived. */
    again: 'It may have arrived: sent again as it is, it will not arrive twice.',
    /** Of links that have no room for all of it. */
    cut: 'Your message is long, and these links hold only its beginning. Copy the rest from the form.',
    /** The server gave up waiting for it. */
    tooSlow:
      'Your message was not sent: the connection was too slow for it. Please try again, or shorten it.',
    alternatives: 'You can also reach us this way:',
    phone: 'Call',
    email: 'Send it by e-mail to',
    whatsApp: 'Send it by WhatsApp to',
    /** The same in a row at a field. */
    brief: { phone: 'Call us', email: 'E-mail us', whatsApp: 'WhatsApp us' },
  },
} as const;
