/**
 * Calls whose routes are written by hand instead of as `command`, `question`, `streamed` or `publicCall`, by their name in the
 * contract, with the reason. At most ten.
 */
export const handWrittenRoutes: Readonly<Record<string, string>> = {
  renewSession: 'renews the session that carried the request, of a person or a display, outside of any company',
  listMails: 'answers by a setting of the installation, which it reads over a connection of its own',
  acceptInvitation: 'runs in a transaction of the inviting company, of which the caller is no member yet',
  declineInvitation: 'runs in a transaction of the inviting company, of which the caller is no member yet',
  putLogo: 'takes a picture as its body, and decodes it before the transaction',
  getHealth: 'answers before the database is ready, and asks nobody to sign in',
  getLiveness: 'answers while the process runs, whatever it can do',
  getReadiness: 'answers before the database is ready, and asks nobody to sign in',
  ingest: 'is the source of messages of devices, which the flow authenticates and checks',
  getDeviceConfig: 'authenticates a device by its key, not a person by a session',
}

/** Rights that an action checks beyond the right of its call, with the reason. At most five. */
export const furtherRights: Readonly<Record<string, string>> = {
  'alarm.maintenance': 'the right to alarms of preventative maintenance, which the type in the request decides',
  'status.ignore': 'the right to one field of the call that annotates a stop',
  'model.create': 'a change of a machine may name a new model, which an API key may not be allowed to add',
}
