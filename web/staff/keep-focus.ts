import { isFocusLost, refocus } from '#web/app/navigation/refocus.ts'

/**
 * Keeps the focus in a part of a page when a press removes the pressed button. If no element has the focus, as after a
 * tap on an iPhone, nothing is focused.
 */
export function keepFocus(target: () => HTMLElement | null): void {
  if (!isFocusLost()) refocus(target)
}
