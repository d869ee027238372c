/** Of a letter, a gap, and what is beside the words of the header, in rem. With a margin: fonts differ. */
const LETTER = 0.55;
const LETTER_OF_NAME = 0.68;
const GAP = 1.5;
const BESIDE = 7;

/** The widths from which the menu may be in the header's row (Header.css), in rem. */
const STEPS = [45, 60, 75] as const;

/** How wide the header must be for the menu in its row, or undefined if the menu always folds. */
export function menuRoom(name: string, labels: readonly string[]): (typeof STEPS)[number] | undefined {
  const menu = labels.reduce((sum, label) => sum + label.length * LETTER + GAP, 0);
  const room = BESIDE + name.length * LETTER_OF_NAME + menu;
  return STEPS.find((step) => room <= step);
}
