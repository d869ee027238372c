import { useState } from 'react';
import type { FormState } from 'react-hook-form';
import { usePressed } from '../../lib/press.ts';
import type { ContactMessage } from './rules.ts';

/**
 * How many fields are at fault after an attempt to send: fewer as they are corrected, more only once
 * the field is left that is being typed into, and neither while something is held down.
 */
export function useFaultCount(
  { errors, isSubmitted }: Pick<FormState<ContactMessage>, 'errors' | 'isSubmitted'>,
  isTyping: boolean,
): number {
  const [shown, setShown] = useState(0);
  const isPressed = usePressed();
  const count = isSubmitted ? Object.keys(errors).length : 0;
  const isHeld = isPressed || (isTyping && count > shown);
  if (isHeld || shown === count) return shown;
  setShown(count);
  return count;
}
