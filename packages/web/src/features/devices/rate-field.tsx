import { deviceSettings, MINIMUM_POLL_INTERVAL_S } from '@millwatch/domain/devices'
import { TextField } from '../../ui/field.tsx'

const { label, maximum } = deviceSettings.pollIntervalS

interface RateFieldProps {
  value: string
  onValue: (value: string) => void
  /** True if the firmware lets the poll interval be set; null: the device has not reported its firmware yet. */
  supportsPolling: boolean | null
}

/**
 * Field for the whole seconds between two readings of a device; blank: the device decides. When the field loses focus, the value
 * is rounded and raised to at least 30. It is disabled, with the reason, unless the firmware supports it.
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
