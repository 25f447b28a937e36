/** Checkbox that limits an alarm to scheduled time; its types add description and order. */
export const scheduledOnly = { type: 'checkbox', label: 'Only when scheduled', default: true } as const
