/**
 * The closed list of errors: code -> HTTP status and the text a person reads.
 * A text says what to do where something can be done. 404 answers for another company's things and for things that
 * never existed are the same on purpose (domain rules, section 8).
 */
export const errors = {
  invalid_request: { status: 400, text: 'Invalid request' },
  name_blank: { status: 400, text: 'Name cannot be blank' },
  input_setup_empty: { status: 400, text: 'Choose at least one input' },
  input_setup_not_backwards: { status: 400, text: 'An input setup counts from now on. Leave the date out' },
  poll_interval_too_short: {
    status: 400,
    text: 'The telemetry data rate is at least 30 seconds. Leave it blank to disable it',
  },
  password_weak: {
    status: 400,
    text: 'Password must be at least 8 characters and contain at least one number',
  },
  password_short: { status: 400, text: 'Password must be at least 12 characters' },
  password_common: { status: 400, text: 'This password is among those that are guessed first. Choose another one' },
  password_personal: { status: 400, text: 'Password must not hold your email address or the name of this product' },
  current_password_wrong: { status: 400, text: 'Current password is incorrect' },
  reset_token_invalid: { status: 400, text: 'Token invalid or expired' },
  logo_not_readable: { status: 400, text: 'This is no PNG or WebP that can be shown. Choose another picture' },
  addin_url_invalid: { status: 400, text: 'An add-in has an address that begins with https://' },
  setup_code_invalid: { status: 400, text: 'This is not the code that the start printed' },
  unauthorized: { status: 401, text: 'Unauthorized' },
  invalid_login: { status: 401, text: 'Invalid email or password' },
  code_invalid: { status: 401, text: 'This link is not valid any more. Sign in, or ask for another one' },
  device_unauthorized: { status: 401, text: 'Unauthorized' },
  invalid_claim_code: { status: 401, text: 'This code is not known, was used, or is over. Ask for another one' },
  forbidden: { status: 403, text: 'You do not have the right to do this' },
  password_must_change: { status: 403, text: 'Change your password first' },
  foreign_origin: { status: 403, text: 'This request did not come from the page of this server' },
  not_found: { status: 404, text: 'Invalid request' },
  device_uuid_taken: { status: 409, text: 'This device cannot be added' },
  cannot_be_released: { status: 409, text: 'This event cannot be told as it is, and so not released' },
  parent_inactive: { status: 409, text: 'The parent is archived. Restore it first' },
  equipment_archived: { status: 409, text: 'This equipment is archived. Restore it first' },
  run_already_active: { status: 409, text: 'A run is active on this equipment already. End it first' },
  run_overlaps: { status: 409, text: 'The equipment had another run at that time' },
  run_ended: { status: 409, text: 'This run has ended' },
  run_parts_per_cycle_fixed: { status: 409, text: 'Parts per cycle cannot change once a run exists' },
  tag_inactive: { status: 409, text: 'This tag is not active. Re-activate it first' },
  tag_group_exists: { status: 409, text: 'There is a group of this name already' },
  reason_inactive: { status: 409, text: 'This reason is not active. Re-activate it first' },
  not_a_stop: { status: 409, text: 'Only a stop can be written on' },
  before_horizon: { status: 409, text: 'What lies that far back is no longer kept, and stays as it is' },
  root_not_removable: { status: 409, text: 'The root of the company cannot be removed' },
  device_stood_on_machine: {
    status: 409,
    text: 'The device stood on a machine then. Choose an instant after that, or now',
  },
  polling_not_supported: {
    status: 409,
    text: 'The firmware of this device does not support a telemetry data rate. Leave it blank',
  },
  flashing_filters_not_supported: {
    status: 409,
    text: 'The firmware of this device does not support flashing filters. Choose ignored',
  },
  shifts_locked: { status: 409, text: 'Shift history is being changed by another job. Try again when it is done' },
  payload_too_large: { status: 413, text: 'The message is over 1 MiB. Send smaller batches' },
  logo_too_large: { status: 413, text: 'A logo has at most 256 KB. Choose a smaller picture' },
  unsupported_media_type: { status: 415, text: 'Send JSON with Content-Type: application/json' },
  too_many_requests: { status: 429, text: 'Too many requests. Try again later' },
  device_too_fast: { status: 429, text: 'The device sends faster than its allowance. Send again later' },
  internal: { status: 500, text: 'Internal error' },
  unavailable: { status: 503, text: 'The database cannot be reached. Try again later' },
} as const

export type ErrorCode = keyof typeof errors
