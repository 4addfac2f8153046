import { isFocusLost, refocus } from '#web/app/navigation/refocus.ts'

/**
 * Focuses `target`, a part of the page, because the press removes the pressed button. If no element has the focus, as
 * after a tap on an iPhone, nothing is focused.
 */
export function keepFocus(target: () => HTMLElement | null): void {
  if (!isFocusLost()) refocus(target)
}
