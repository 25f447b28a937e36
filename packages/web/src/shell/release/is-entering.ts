import { displayedDialog } from '../../ui/displayed-dialog.ts'

/** Returns true while a reload could lose what somebody is entering: in a field with text, or in a dialog. */
export function isEntering(): boolean {
  const field = document.activeElement
  const isField = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
  return (isField && field.value !== '') || displayedDialog() !== undefined
}
