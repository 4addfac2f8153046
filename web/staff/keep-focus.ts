import { isFocusLost, refocus } from '#web/app/navigation/refocus.ts'

/**
 * For the presses in a part of a page: where one takes away what was pressed, the focus stays in the part. Where nothing had the
 * focus, as after a tap on an iPhone, nothing gets it.
 */
export function keepFocus(target: () => HTMLElement | null): void {
  if (!isFocusLost()) refocus(target)
}
