import { invalid, server, tooMany, wait } from '../../../server/rules/failures.json';
import messageSentPlace from '../../pages/message-sent/place.ts';

export const contactForm = {
  form: {
    optional: '(optional)',
    /** Before and after the suggested address. */
    didYouMean: ['Did you mean', '?'],
    honeypot: 'Leave this field empty',
    submit: 'Send message',
    privacy: 'How we handle what you send',
  },
  draft: {
    restored: 'This is what you typed earlier.',
    kept: 'It was kept on this device and was not sent.',
    /** If the browser cannot store the draft. */
    notSent: 'It was not sent.',
    mayHaveArrived:
      'We cannot tell whether it arrived. Send it again as it is: it will not arrive twice.',
    wasChanged:
      'It was changed after it was sent, and we cannot tell whether what was sent arrived.',
    onItsWay: 'It is being sent as it was when you left it.',
    clear: 'Clear the form',
  },
  /** Above an empty form, followed by the reference. */
  previous: 'Your message was sent.',
  offline: {
    kept: 'You are offline. What you type is kept on this device: send it when you are back online.',
    notKept:
      'You are offline. Keep this page open, and send your message when you are back online.',
  },
  toCorrect: (fields: number) =>
    fields === 1 ? '1 field needs correcting.' : `${fields} fields need correcting.`,
  sending: 'Sending...',
  /** In the page's title. */
  notSent: 'Not sent',
  sent: {
    heading: messageSentPlace.title,
  },
  success: {
    text: 'Thank you for your message. Our sales representative will contact you shortly.',
    /** Before and after the firm's number. */
    next: ['If you do not hear from us within one working day, call us on', 'and mention it.'],
    another: 'Write another message',
  },
  failure: {
    offline:
      'Your message was not sent, because this device is offline. Please send it when you are back online.',
    backOnline:
      'Your message was not sent, because this device was offline. It is online again: please send it now.',
    noAnswer: 'An error occurred, please try again in few minutes',
    unexpected:
      'We cannot tell whether your message arrived, because our server gave an answer we did not expect. Please send it again, or reach us another way.',
    outdated:
      'Your message was not sent: this page may be out of date. Please copy your message, reload the page and send it again.',
    refused:
      'Your message was not sent: our server could not tell that it came from this page. Please copy your message, reload the page and send it again.',
    tooLarge: 'Your message was not sent: it is too long. Please shorten it and send it again.',
    invalid,
    tooMany: (minutes: number | undefined) =>
      tooMany
        .replace(
          '{wait}',
          minutes === undefined ? wait.unknown : minutes === 1 ? wait.one : wait.more,
        )
        .replace('{minutes}', String(minutes)),
    server,
    kept: 'What you typed is still here.',
    again: 'It may have arrived: sent again as it is, it will not arrive twice.',
    cut: 'Your message is long, and these links hold only its beginning. Copy the rest from the form.',
    tooSlow:
      'Your message was not sent: the connection was too slow for it. Please try again, or shorten it.',
    alternatives: 'You can also reach us this way:',
    phone: 'Call',
    email: 'Send it by e-mail to',
    whatsApp: 'Send it by WhatsApp to',
    brief: { phone: 'Call us', email: 'E-mail us', whatsApp: 'WhatsApp us' },
  },
} as const;
