export { needsOf } from './alarm-rules.ts'
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
export { type CountedUpTo, checkpointIn, keptCheckpoints } from './checkpoints.ts'
export { argsWithoutLimit, beyondOf, comparedLimit, readByLimit } from './compared-limit.ts'
export { cyclesNeededFrom } from './cycles-per-hour.ts'
export { backtest, evaluate, keepOpen, latestAtTrip } from './evaluate.ts'
export { exampleTrip } from './example-trip.ts'
export { type LimitReading, type LimitReadings, limitReadings } from './limit-readings.ts'
export { type AlarmMessage, type MessageRequest, messageOf } from './message.ts'
export { addPiece, openAtEnd } from './pieces.ts'
export { durationDueAt } from './pm-duration.ts'
export { type ArgFault, argumentsInOrder, type ReadArgs, readArgs } from './read-args.ts'
export {
  type NewTrip,
  openBefore,
  type Reconciled,
  reconcile,
  type StoredTrip,
  type TripChange,
  type TripKind,
  type TripNotice,
} from './reconcile.ts'
export { type DueRepeat, dueRepeat } from './repeats.ts'
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
export { alarmText, notifyText, settingsText } from './settings-text.ts'
export { beyondLimit, commonBand, isWithin, type QuietBand, quietBand, valueInForce } from './telemetry-values.ts'
export { type TrippedState, trippedState } from './tripped-state.ts'
export { urgencyRank } from './urgency.ts'
