/** Nouns for the subjects of audit entries, by the kind in the subject (`org_unit` in `org_unit/17`). */
const nouns: Readonly<Record<string, string>> = {
  addin: 'Add-in',
  alarm: 'Alarm',
  api_key: 'API key',
  category: 'Category',
  client_error: 'Page error',
  clock_reset: 'Waiting events',
  company: 'Company',
  config: 'Configuration',
  device: 'Device',
  equipment: 'Machine',
  invitation: 'Invitation',
  job: 'Job',
  kiosk: 'Kiosk display',
  manufacturer: 'Manufacturer',
  model: 'Model',
  notification: 'Notification',
  org_unit: 'Unit',
  part: 'Critical part',
  part_history: 'Use of a critical part',
  password: 'Password',
  quarantine: 'Refused event',
  reason: 'Downtime reason',
  roster: 'Group',
  run: 'Run',
  schedule_template: 'Schedule template',
  session: 'Session',
  shift: 'Shift',
  status: 'Stop',
  stop: 'Stop',
  tag: 'Tag',
  user: 'Member',
  verification: 'Check of the data',
  webhook: 'Webhook',
}

const verbs: Readonly<Record<string, string>> = {
  accept: 'accepted',
  acknowledge: 'acknowledged',
  add: 'added',
  change: 'changed',
  create: 'added',
  decline: 'declined',
  delete: 'removed',
  discard: 'discarded',
  end: 'ended',
  insert: 'added',
  release: 'released',
  remove: 'removed',
  reset: 'set anew',
  restore: 'restored',
  resume: 'resumed',
  revoke: 'revoked',
  start: 'started',
  suspend: 'suspended',
  update: 'changed',
}

/** Words for operations whose noun and verb alone would not describe them, by the name of the operation. */
const deeds: Readonly<Record<string, string>> = {
  'alarm.maintenance': 'Maintenance managed',
  'alarm.roster.subscribe': 'Group subscribed to an alarm',
  'alarm.roster.unsubscribe': 'Group unsubscribed from an alarm',
  'alarm.subscribe': 'Subscribed to an alarm',
  'alarm.unsubscribe': 'Unsubscribed from an alarm',
  'alarm.users.subscribe': 'Members subscribed to an alarm',
  'alarm.users.unsubscribe': 'Members unsubscribed from an alarm',
  'company.describe': 'Address and contact changed',
  'company.flag': 'Feature switched',
  'company.settings.update': 'Settings of the company changed',
  'company.logo.delete': 'Logo removed',
  'company.logo.update': 'Logo changed',
  'company.sign_in.update': 'Requirement of a second factor changed',
  'device.claim': 'Device joined by its claim code',
  'device.claim_code.create': 'Claim code made',
  'device.reassign': 'Device moved to another machine',
  'device.remove': 'Device removed from its machine',
  'device.revoke_key': 'Key of a device revoked',
  'device.rotate_key': 'Key of a device renewed',
  'equipment.archive': 'Machine archived or restored',
  'equipment.schedule.update': 'Schedule of a machine changed',
  'kiosk.code': 'Link for a kiosk display made',
  'kiosk.pair': 'Browser made a kiosk display by its code',
  'notice.unsubscribe': 'Unsubscribed by a link in a mail',
  'org_unit.schedule.update': 'Schedule of a unit changed',
  'quarantine.release_many': 'Refused events released in bulk',
  'roster.user.add': 'Member added to a group',
  'roster.user.remove': 'Member removed from a group',
  'passkey.add': 'Passkey added',
  'passkey.remove': 'Passkey removed',
  'passkey.rename': 'Passkey renamed',
  'roster.user.update': 'Ways to reach a group member changed',
  'run.scrap': 'Scrap added to a run',
  'session.create': 'Signed in',
  'session.end': 'Signed out',
  'session.end_one': 'Session ended',
  'session.end_others': 'Other sessions ended',
  'session.exchange': 'Signed in by a one-time code',
  'session.handoff': 'One-time code made for another browser',
  'session.second_factor': 'Signed in with a second factor',
  'second_factor.begin': 'Secret for a second factor made',
  'second_factor.confirm': 'Second factor switched on',
  'second_factor.end': 'Second factor switched off',
  'second_factor.renew_codes': 'Recovery codes made anew',
  'setup.create': 'Company set up',
  'status.annotate': 'Reason or notes of a stop changed',
  'status.ignore': 'Stop ignored or restored',
  'user.end_sessions': 'Sessions of a member ended',
  'user.invite': 'Invitation mailed again',
  'user.report.send': 'Report mailed on request',
  'user.remove_second_factor': 'Second factor of a member removed',
  'user.reset': 'Password of a member reset',
  'user.second_factor_off': 'Second factor of a member removed by the operator',
  'verification.create': 'Check of the data started',
  'webhook.delivery.retry': 'Message of a webhook sent again',
}

/**
 * Returns an operation of the audit log in words: `Message of a webhook sent again` for `webhook.delivery.retry`, `Machine added`
 * for `equipment.create`. An operation without known words is returned as it is.
 */
export function operationWords(operation: string): string {
  const deed = deeds[operation]
  if (deed !== undefined) return deed
  const [kind = '', verb = '', ...rest] = operation.split('.')
  const noun = nouns[kind]
  return noun === undefined || verbs[verb] === undefined || rest.length > 0 ? operation : `${noun} ${verbs[verb]}`
}

/**
 * Returns the subject of an entry (`org_unit/17`) in words: with its name (`Unit Rockford`), or with its id if `name` is
 * undefined (`Unit 17`). A subject of an unknown kind is returned as it is.
 */
export function subjectWords(subject: string, name: string | undefined): string {
  const [kind = '', id = ''] = subject.split('/')
  const noun = nouns[kind]
  if (noun === undefined) return subject
  return [noun, name ?? id].filter((word) => word !== '').join(' ')
}

/** Kinds of subjects with their words, sorted by the words. */
export const subjectKinds: readonly (readonly [kind: string, words: string])[] = Object.entries(nouns).sort(
  ([, a], [, b]) => a.localeCompare(b),
)

/**
 * Returns the name of the subject in the stored fields of an entry: the first of `name`, `number` and `email` that is not blank,
 * of the state after the change, else of the one before. Undefined if there is none.
 */
export function nameIn({ before, after }: { readonly before: unknown; readonly after: unknown }): string | undefined {
  return nameOf(after) ?? nameOf(before)
}

function nameOf(fields: unknown): string | undefined {
  if (typeof fields !== 'object' || fields === null) return undefined
  const { name, number, email } = fields as Readonly<Record<string, unknown>>
  return [name, number, email].find((value): value is string => typeof value === 'string' && value !== '')
}
