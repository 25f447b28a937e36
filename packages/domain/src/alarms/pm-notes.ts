/**
 * Field of every alarm of preventative maintenance for the work to do: a text of at most 2000 characters, by default empty. It is
 * the last field.
 */
export const pmNotes = {
  type: 'textarea',
  label: 'Notes',
  description: 'The work to do.',
  placeholder: 'Notes',
  order: 9,
  maxLength: 2000,
  default: '',
} as const
