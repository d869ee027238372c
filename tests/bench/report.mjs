// @ts-check
/** @typedef {{ requests: number, seconds: number, p50: number, p99: number, failed: number }} Result */

/** @param {number[]} values */
function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return ((low ?? Number.NaN) + (high ?? Number.NaN)) / 2;
}

/** @param {(string | number)[]} cells */
const row = (cells) => `| ${cells.join(' | ')} |`;

/**
 * What was measured, as a table, and which aims are met. A ratio is the median of the ratios of all rounds,
 * because the two scripts of a round ran within seconds of each other.
 * @param {Record<string, Result[]>} results by script, a result for each round
 * @param {number} delivered mails a second of one worker
 */
export function report(results, delivered) {
  const of = (/** @type {string} */ name) => results[name] ?? [];
  const rates = (/** @type {string} */ name) =>
    of(name).map(({ requests, seconds }) => requests / seconds);
  const p99 = (/** @type {string} */ name) => median(of(name).map((result) => result.p99));
  const ratios = (/** @type {string} */ name, /** @type {string} */ other) => {
    const others = rates(other);
    return rates(name).map((rate, round) => rate / (others[round] ?? Number.NaN));
  };
  const ratio = (/** @type {string} */ name, /** @type {string} */ other) =>
    median(ratios(name, other));
  const spread = (/** @type {number[]} */ values) =>
    `${Math.min(...values).toFixed(2)}–${Math.max(...values).toFixed(2)}`;

  console.log(
    row([
      'script',
      'accepted/s',
      '× bare PDO',
      'spread',
      '× empty',
      '× PHPMailer',
      'p50',
      'p99 ms',
    ]),
  );
  console.log(row(['---', '---:', '---:', '---:', '---:', '---:', '---:', '---:']));
  for (const name of Object.keys(results)) {
    const besidePdo = ratios(name, 'bare PDO');
    console.log(
      row([
        name,
        median(rates(name)).toFixed(0),
        median(besidePdo).toFixed(2),
        spread(besidePdo),
        ratio(name, 'empty').toFixed(2),
        ratio(name, 'PHPMailer').toFixed(1),
        median(of(name).map((result) => result.p50)).toFixed(1),
        p99(name).toFixed(1),
      ]),
    );
  }
  const besidePhpMailer = delivered / median(rates('PHPMailer'));
  console.log(
    `\nOne worker delivers ${delivered.toFixed(0)} mails/s, ${besidePhpMailer.toFixed(1)} × the PHPMailer script.`,
  );
  const aims = /** @type {const} */ ([
    ['accepted ≥ 0.7 × the bare PDO script', ratio('endpoint', 'bare PDO') >= 0.7],
    ['accepted ≥ 30 × the PHPMailer script', ratio('endpoint', 'PHPMailer') >= 30],
    ['p99 < 15 ms', p99('endpoint') < 15],
    ['within 5 % with DKIM', ratio('with DKIM', 'endpoint') >= 0.95],
    ['within 20 % with the mail server down', ratio('mail down', 'endpoint') >= 0.8],
    ['within 20 % with the backlog', ratio('backlog', 'endpoint') >= 0.8],
    ['a worker delivers ≥ 5 × the PHPMailer script', besidePhpMailer >= 5],
  ]);
  for (const [aim, isMet] of aims) console.log(`${isMet ? 'met   ' : 'MISSED'} ${aim}`);
}
