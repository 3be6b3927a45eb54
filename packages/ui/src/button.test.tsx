import { describe, expect, it, jest } from '@jest/globals'
import { fireEvent, render, screen } from '@testing-library/react'
import { Button } from './button.tsx'

describe('Button', () => {
  it('ignores clicks while busy, and keeps name and focus', () => {
    const onClick = jest.fn()
    const { rerender } = render(<Button onClick={onClick}>Save</Button>)
    screen.getByRole('button').focus()
    rerender(
      <Button onClick={onClick} busy>
        Save
      </Button>,
    )
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect(onClick).not.toHaveBeenCalled()
    expect(screen.getByRole('button')).toHaveFocus()
    expect(screen.getByRole('button')).toHaveAttribute('aria-busy', 'true')
  })

  it('shows its busy label', () => {
    const { rerender } = render(<Button busyLabel="Posting...">Post</Button>)
    expect(screen.getByRole('button', { name: 'Post' })).toBeInTheDocument()
    rerender(
      <Button busyLabel="Posting..." busy>
        Post
      </Button>,
    )
    expect(screen.getByRole('button', { name: 'Posting...' })).toBeInTheDocument()
  })

  it('does not submit its form while busy', () => {
    const onSubmit = jest.fn()
    render(
      <form onSubmit={onSubmit}>
        <Button type="submit" busy>
          Send
        </Button>
      </form>,
    )
    fireEvent.click(screen.getByRole('button'))
    expect(onSubmit).not.toHaveBeenCalled()
  })
})
