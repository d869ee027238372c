import { createContext, type ReactNode, useContext, useLayoutEffect, useRef } from 'react';
import { moveNodes } from '../../../lib/lastingNodes.ts';
import { useFields } from '../state/context.ts';
import { type Control, createControl, setAttributes } from './control.ts';

interface Place {
  readonly className: string;
  readonly 'data-lasting': string;
}

export type Renderer = (place: Place, control: Control) => ReactNode;

/** How the build renders a control. */
export const ControlRenderer = createContext<Renderer | undefined>(undefined);

interface FieldControlProps {
  readonly name: string;
  readonly id: string;
  readonly control: Control;
}

/** The place of a control. React neither makes nor replaces the control, so it keeps its text, focus and caret. */
export function FieldControl({ name, id, control }: FieldControlProps) {
  const { register } = useFields();
  const render = useContext(ControlRenderer);
  const span = useRef<HTMLSpanElement>(null);
  const element = useRef<Element>(null);

  useLayoutEffect(() => {
    const { current } = span;
    if (current === null) return;
    moveNodes(current);
    element.current = current.querySelector(`[name="${CSS.escape(name)}"]`);
    if (element.current === null) {
      element.current = createControl(control);
      current.append(element.current);
    }
    setAttributes(element.current, control.attributes);
  });

  useLayoutEffect(() => {
    const { ref, onChange, onBlur } = register(name);
    const { current } = element;
    ref(current);
    current?.addEventListener('input', onChange);
    current?.addEventListener('focusout', onBlur);
    return () => {
      ref(null);
      current?.removeEventListener('input', onChange);
      current?.removeEventListener('focusout', onBlur);
    };
  }, [register, name]);

  const place = { className: 'field-control', 'data-lasting': id };
  if (render) return render(place, control);
  return (
    // React does not look into an element whose child is a text
    <span {...place} ref={span} suppressHydrationWarning>
      {''}
    </span>
  );
}
