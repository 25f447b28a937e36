export type {
  AlarmArg,
  AlarmArgs,
  AlarmType,
  AlarmTypeId,
  ArgumentTemplate,
  NumberArgument,
  SettingsContext,
} from './alarm-type.ts'
export { alarmTypeOf, alarmTypes, findAlarmType } from './alarm-types.ts'
export { type ArgFault, argumentsInOrder, type ReadArgs, readArgs } from './read-args.ts'
export type {
  AlarmData,
  BacktestRequest,
  CountedCycles,
  Evaluation,
  EvaluationRequest,
  Impact,
  Progress,
  Quantity,
  RuleNeeds,
  Trip,
  TripValue,
  WatchedValue,
} from './rule.ts'
export { notifyText, settingsText } from './settings-text.ts'
