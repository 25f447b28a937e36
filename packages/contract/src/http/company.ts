import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { anywhere } from '../kiosk-rules.ts'
import { Id, Success } from '../shapes/common.ts'
import { CompanySettingsChange, CompanySettingsShape } from '../shapes/company-settings.ts'
import { Device } from '../shapes/device.ts'
import { Nullable } from '../shapes/equipment.ts'
import { EquipmentRow, OrgUnitRow, TreeNode } from '../shapes/tree.ts'

const closed = { additionalProperties: false } as const

/** Schema of the features that the operator of the installation has switched on for a company. A switch is false when off. */
export const CompanyConfig = Type.Object({
  /** Colour of the header; null: the default of the product. */
  header_color: Nullable(Type.Union([Type.Literal('dark_grey'), Type.Literal('black')])),
  device_outputs: Type.Boolean(),
  operator_view: Type.Boolean(),
  favorites: Type.Boolean(),
  scrap_enabled: Type.Boolean(),
})

/**
 * Schema of a company. Its name, address and contact are set by the operator of the installation; a null address or contact is
 * unknown.
 */
export const CompanyFacts = Type.Object({
  id: Id,
  /** The same as `id`. */
  company_id: Id,
  name: Type.String(),
  root_org_unit_id: Id,
  /** IANA time zone of the root unit. */
  timezone: Type.String(),
  /** Path of the logo, with the hash of its content; null: the company has no logo. */
  logo_filename: Nullable(Type.String()),
  street_address: Nullable(Type.String()),
  zip_code: Nullable(Type.String()),
  poc_phone_number: Nullable(Type.String()),
  poc_email: Nullable(Type.String()),
  settings: CompanySettingsShape,
  /** True: admins and superusers of the company must have a second factor. */
  second_factor_required: Type.Boolean(),
  config: CompanyConfig,
})

export const getCompany = endpoint('GET', '/v0/company', 'company', {
  operation: 'company.read',
  policy: { least: 'user', scope: 'company', rate: 'read' },
  summary: 'The company and its tree',
  shapes: {
    query: Type.Object({ activeOnly: Type.Optional(Type.Boolean()) }, { additionalProperties: false }),
    answer: Type.Object({
      status: Success,
      company: Type.Object({ ...CompanyFacts.properties, tree: TreeNode }),
    }),
  },
})

/** Changes the time zone of the company, which is the time zone of its root unit, from now on. */
export const updateCompany = endpoint('PUT', '/v0/company', 'company', {
  operation: 'company.update',
  policy: { least: 'admin', scope: 'company', rate: 'write', audit: true },
  summary: 'Set the time zone of the company',
  shapes: {
    body: Type.Object(
      { orgUnit: Type.Object({ timezone: Type.String({ minLength: 1, maxLength: 64 }) }, closed) },
      closed,
    ),
    answer: Type.Object({ status: Success, company: CompanyFacts, orgUnit: OrgUnitRow }),
  },
})

/**
 * Changes the settings by which pages write data of the company: first day of weeks, measure units, currency. Absent fields stay.
 */
export const updateCompanySettings = endpoint('PUT', '/v0/company/settings', 'company', {
  operation: 'company.settings.update',
  policy: { least: 'admin', scope: 'company', rate: 'write', audit: true },
  summary: 'Set the first day of weeks, the measure units and the currency of the company',
  shapes: { body: CompanySettingsChange, answer: Type.Object({ status: Success, company: CompanyFacts }) },
})

/**
 * Sets if admins and superusers of the company must have a second factor. Those without one can only set one up until they have
 * done so.
 */
export const updateSignIn = endpoint('PUT', '/v0/company/sign_in', 'company', {
  operation: 'company.sign_in.update',
  policy: { least: 'superuser', scope: 'company', rate: 'write', audit: true, listable: false },
  summary: 'Require a second factor of admins and superusers',
  shapes: {
    body: Type.Object({ second_factor_required: Type.Boolean() }, closed),
    answer: Type.Object({ status: Success, company: CompanyFacts }),
  },
})

const LogoAnswer = Type.Object({ status: Success, company: Type.Object({ logo_filename: Nullable(Type.String()) }) })

/**
 * Replaces the logo of the company. The body is the image itself: a still PNG or WebP of at most 256 KiB and 4 million pixels;
 * others are refused. It is stored without metadata and scaled down to at most 512 x 128 px; a smaller one keeps its size.
 */
export const putLogo = endpoint('PUT', '/v0/company/logo', 'company', {
  operation: 'company.logo.update',
  policy: { least: 'admin', scope: 'company', rate: 'heavy', audit: true },
  summary: 'Set the logo: the body is a PNG or WebP of at most 256 KB',
  shapes: { answer: LogoAnswer },
})

/**
 * Returns the image of the logo. With `hash` of the present logo the answer may be cached forever; a `hash` of another logo gives
 * 404.
 */
export const getLogo = endpoint('GET', '/v0/company/logo', 'company', {
  operation: 'company.logo.read',
  policy: { least: 'user', scope: 'company', rate: 'read', kiosk: anywhere },
  summary: 'The logo, as a picture',
  shapes: {
    query: Type.Object({ hash: Type.Optional(Type.String({ pattern: '^[0-9a-f]{1,64}$' })) }, closed),
    answer: Type.Unsafe<never>({ description: 'PNG or WebP' }),
  },
})

export const deleteLogo = endpoint('DELETE', '/v0/company/logo', 'company', {
  operation: 'company.logo.delete',
  policy: { least: 'admin', scope: 'company', rate: 'write', audit: true },
  summary: 'Take the logo away',
  shapes: { answer: LogoAnswer },
})

export const devicesOfCompany = endpoint('GET', '/v0/company/devices', 'company', {
  operation: 'company.devices.read',
  policy: { least: 'user', scope: 'company', rate: 'read' },
  summary: 'All devices, primary ones first, then active ones',
  shapes: { answer: Type.Object({ status: Success, devices: Type.Array(Device) }) },
})

/**
 * Lists the machines of the company in natural order of their names, archived ones included. With `addlProps` (any value but
 * `false`) each machine also has its settings, lists and devices.
 */
export const equipmentOfCompany = endpoint('GET', '/v0/company/equipment', 'company', {
  operation: 'company.equipment.read',
  policy: { least: 'user', scope: 'company', rate: 'read', fields: ['money'] },
  summary: 'All machines by name, archived ones included',
  shapes: {
    query: Type.Object({ addlProps: Type.Optional(Type.String({ maxLength: 200 })) }, { additionalProperties: false }),
    answer: Type.Object({
      status: Success,
      equipment: Type.Array(
        Type.Object({
          ...Type.Partial(EquipmentRow).properties,
          id: Id,
          name: Type.String(),
          active: Type.Boolean(),
          parent_org_unit_id: Id,
          /** True if the firmware of the machine's primary device can switch outputs. */
          supports_device_outputs: Type.Optional(Type.Boolean()),
          Devices: Type.Optional(Type.Array(Device)),
        }),
      ),
    }),
  },
})

export const orgUnitsOfCompany = endpoint('GET', '/v0/company/o', 'company', {
  operation: 'company.org_units.read',
  policy: { least: 'user', scope: 'company', rate: 'read' },
  summary: 'All units by name',
  shapes: { answer: Type.Object({ status: Success, orgUnits: Type.Array(OrgUnitRow) }) },
})
