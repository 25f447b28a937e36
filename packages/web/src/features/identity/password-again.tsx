import { TextField } from '../../ui/field.tsx'
import type { Bind } from '../../ui/form/use-form.ts'

/** Field in which a signed-in person types their password once more before a protected change. */
export const PasswordAgain = (bound: ReturnType<Bind<{ current: string }>>) => (
  <TextField
    label="Your password"
    type="password"
    autoComplete="current-password"
    autoFocus
    maxLength={128}
    hint="Asked again, so that nobody who finds this page open can do it."
    {...bound}
  />
)
