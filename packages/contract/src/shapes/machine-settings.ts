import {
  type MachineSetting,
  type MachineSettingName,
  type MachineSettingValues,
  machineSettingNames,
  machineSettings,
} from '@millwatch/domain/tree'
import { type Static, type TObject, type TOptional, type TSchema, type TUnsafe, Type } from 'typebox'
import { Seconds } from './common.ts'
import { Nullable } from './equipment.ts'

type Rows = typeof machineSettings
type Wire<Name extends MachineSettingName> = Rows[Name]['wire']
/** Names of the settings of a machine that only callers who may see money get. */
type MoneyName = {
  [Name in MachineSettingName]: Rows[Name] extends { group: 'money' } ? Name : never
}[MachineSettingName]
type TileName = { [Name in MachineSettingName]: Rows[Name] extends { onTile: true } ? Name : never }[MachineSettingName]
type OpenName = Exclude<MachineSettingName, MoneyName>

type Schemas<Name extends MachineSettingName> = { [Each in Name as Wire<Each>]: TUnsafe<MachineSettingValues[Each]> }
type OptionalSchemas<Name extends MachineSettingName> = {
  [Each in Name as Wire<Each>]: TOptional<TUnsafe<MachineSettingValues[Each]>>
}

const choiceOf = (choices: Readonly<Record<string, string>>) =>
  Nullable(Type.Union(Object.keys(choices).map((choice) => Type.Literal(choice))))

/**
 * Returns the schema of a setting of a machine in a request; null is accepted for a choice and an optional number. A duration is
 * in seconds, to the millisecond.
 */
function requestSchema(setting: MachineSetting): TSchema {
  if (setting.kind === 'switch') return Type.Boolean()
  if (setting.kind === 'choice') return choiceOf(setting.choices)
  const unit = setting.kind === 'duration' ? 1000 : 1
  const schema = Type.Number({ minimum: setting.minimum / unit, maximum: setting.maximum / unit })
  return setting.optional ? Nullable(schema) : schema
}

/** Returns the schema of a setting of a machine in an answer; a duration is in seconds. */
function answerSchema(setting: MachineSetting): TSchema {
  if (setting.kind === 'switch') return Type.Boolean()
  if (setting.kind === 'choice') return choiceOf(setting.choices)
  return setting.optional ? Nullable(Seconds) : Seconds
}

function schemasOf(
  schemaOf: (setting: MachineSetting) => TSchema,
  isContained: (setting: MachineSetting) => boolean,
): Record<string, TSchema> {
  const settings: readonly MachineSetting[] = machineSettingNames.map((name) => machineSettings[name])
  return Object.fromEntries(settings.filter(isContained).map((setting) => [setting.wire, schemaOf(setting)]))
}

/** Schemas of the fields of a request that changes settings of a machine, all optional, derived from `machineSettings`. */
export const settingsInRequest = schemasOf(
  (setting) => Type.Optional(requestSchema(setting)),
  () => true,
) as OptionalSchemas<MachineSettingName>

/**
 * Schemas of the fields of an answer with the settings of a machine, derived from `machineSettings`; only admins get the fields
 * about money.
 */
export const settingsInAnswer = {
  ...(schemasOf(answerSchema, ({ group }) => group === undefined) as Schemas<OpenName>),
  ...(schemasOf(
    (setting) => Type.Optional(answerSchema(setting)),
    ({ group }) => group === 'money',
  ) as OptionalSchemas<MoneyName>),
}

/** Schemas of the fields of an answer with those settings of a machine that its tile shows. */
export const settingsOnTile = schemasOf(answerSchema, ({ onTile }) => onTile === true) as Schemas<TileName>

export type SettingsInAnswer = Static<TObject<typeof settingsInAnswer>>
export type SettingsOnTile = Static<TObject<typeof settingsOnTile>>
