import { deviceSettings, MINIMUM_POLL_INTERVAL_S } from '@millwatch/domain/devices'
import { TextField } from '../../ui/field.tsx'

const { label, maximum } = deviceSettings.pollIntervalS

interface RateFieldProps {
  value: string
  onValue: (value: string) => void
  /** Null: the device has not reported its firmware yet. */
  supportsPolling: boolean | null
}

/**
 * Field for the whole seconds between two readings; blank: the device decides. When the field loses focus, a value below 30
 * becomes 30. Disabled unless the firmware supports it.
 */
export function RateField({ value, onValue, supportsPolling }: RateFieldProps) {
  const locked =
    supportsPolling === true
      ? undefined
      : supportsPolling === null
        ? 'Can be set once the device has sent its firmware version'
        : 'The firmware of this device does not support it'
  return (
    <TextField
      label={label}
      type="number"
      inputMode="numeric"
      step={1}
      max={maximum}
      placeholder="Seconds"
      value={value}
      disabled={locked !== undefined}
      hint={locked ?? `At least ${MINIMUM_POLL_INTERVAL_S} s; blank disables it`}
      onValue={onValue}
      onBlur={() => {
        const seconds = Math.round(Number(value))
        if (value.trim() !== '') onValue(String(Math.max(MINIMUM_POLL_INTERVAL_S, seconds)))
      }}
    />
  )
}
