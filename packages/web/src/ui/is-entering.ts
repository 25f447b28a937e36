import { displayedDialog } from './displayed-dialog.ts'

/**
 * Returns true while a reload could lose text that somebody is entering: a field with text has the focus, or a dialog is
 * displayed.
 */
export function isEntering(): boolean {
  const field = document.activeElement
  const isField = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
  return (isField && field.value !== '') || displayedDialog() !== undefined
}
