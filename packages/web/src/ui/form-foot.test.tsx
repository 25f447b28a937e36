import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Form } from './form/form.tsx'
import { FormFoot } from './form-foot.tsx'
import { Confirmation, useConfirm } from './use-confirm.tsx'

afterEach(cleanup)

const buttons = () => screen.getAllByRole('button').map((button) => button.textContent)

test('the foot of a form has Cancel at the left of its action, and the reason while the action is disabled', () => {
  render(
    <Form missing="A name is needed" busy={false} onSubmit={vi.fn()}>
      <FormFoot submit="Save" onCancel={vi.fn()}>
        <button type="button">Further</button>
      </FormFoot>
    </Form>,
  )
  expect(buttons()).toEqual(['Further', 'Cancel', 'Save'])
  expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true)
  screen.getByText('A name is needed')
})

function Asking({ removes }: { removes: boolean }) {
  const confirm = useConfirm()
  const ask = () => confirm({ title: 'Remove Mill 13?', text: '', yes: 'Remove', removes, onYes: vi.fn() })
  return (
    <>
      <button type="button" onClick={ask}>
        Ask
      </button>
      <Confirmation />
    </>
  )
}

test.each([true, false])('the button of a question is red if it removes something: %s', async (removes) => {
  render(<Asking removes={removes} />)
  screen.getByRole('button', { name: 'Ask' }).click()
  const button = await screen.findByRole('button', { name: 'Remove' })
  expect(button.classList.contains('button-danger')).toBe(removes)
  screen.getByRole('button', { name: 'Cancel' }).click()
})
