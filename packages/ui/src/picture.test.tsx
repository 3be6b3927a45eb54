import { describe, expect, it, jest } from '@jest/globals'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { Picture } from './picture.tsx'

const picture = { src: '/one', alt: 'A field', width: 1300, height: 650 }
const placeholder = 'FWgBBYCHh4h4d3eEeIeIf4eIgIj3'
const shown = () => screen.getByRole<HTMLImageElement>('img', { name: 'A field' })

describe('Picture', () => {
  it('reserves its space, by its own or another aspect ratio', () => {
    const { rerender } = render(<Picture {...picture} />)
    expect(shown()).toMatchObject({ width: 1300, height: 650 })
    expect(shown().style.aspectRatio).toBe('2')
    rerender(<Picture {...picture} ratio={1} />)
    expect(shown().style.aspectRatio).toBe('1')
  })

  it('shows its placeholder until it has loaded', async () => {
    const onLoad = jest.fn()
    const { rerender } = render(<Picture {...picture} placeholder={placeholder} onLoad={onLoad} />)
    await waitFor(() => expect(shown().style.backgroundImage).toMatch(/^url\("?data:image\/png;base64,/))
    fireEvent.load(shown())
    expect(shown().style.backgroundImage).toBe('')
    expect(onLoad).toHaveBeenCalledTimes(1)
    rerender(<Picture {...picture} src="/another" placeholder={placeholder} />)
    expect(shown().style.backgroundImage).toMatch(/data:image/)
  })

  it('works without a placeholder', () => {
    render(<Picture {...picture} placeholder="" />)
    expect(shown().style.backgroundImage).toBe('')
  })

  it('sets srcset if there are several widths', () => {
    const narrow = { url: '/one-480', width: 480 }
    const whole = { url: '/one', width: 1300 }
    const { rerender } = render(<Picture {...picture} sources={[narrow, whole]} sizes="100vw" />)
    expect(shown().srcset).toBe('/one-480 480w, /one 1300w')
    expect(shown().sizes).toBe('100vw')
    rerender(<Picture {...picture} sources={[whole]} sizes="100vw" />)
    expect(shown().hasAttribute('srcset')).toBe(false)
  })
})
