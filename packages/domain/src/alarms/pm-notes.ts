/** Text area of every alarm of preventative maintenance: the work to do. It is the last field. */
export const pmNotes = {
  type: 'textarea',
  label: 'Notes',
  description: 'The work to do.',
  placeholder: 'Notes',
  order: 9,
  maxLength: 2000,
  default: '',
} as const
