import { type Control, useWatch } from 'react-hook-form';
import type { Typed, Values } from '../api/rules.ts';
import { useThisForm } from '../state/context.ts';

export function useTyped(control: Control<Typed>): Values {
  const { rules } = useThisForm();
  return rules.valuesOf(useWatch({ control }) as Typed);
}
