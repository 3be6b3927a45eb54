import { describe, expect, it } from '@jest/globals'
import type { MediaView } from '@meadow/contracts/browser'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { PostPicture } from './post-picture.tsx'

const url = '/media/p/a/m'
const media: MediaView = {
  _id: 'm',
  secure_url: url,
  url,
  width: 1000,
  height: 2000,
  placeholder: 'FWgBBYCHh4h4d3eEeIeIf4eIgIj3',
  sources: [
    { url: `${url}-480`, width: 480 },
    { url, width: 1000 },
  ],
  alt: 'A tall tree',
}
const shown = () => screen.getByRole<HTMLImageElement>('img', { name: 'A tall tree' })

describe('PostPicture', () => {
  it('sets srcset and sizes, and shows a placeholder', () => {
    render(<PostPicture media={media} />)
    expect(shown().srcset).toBe('/media/p/a/m-480 480w, /media/p/a/m 1000w')
    expect(shown().sizes).toContain('100vw')
    expect(shown().style.backgroundImage).toMatch(/data:image\/png/)
  })

  it('crops a tall picture, and shows it whole in a viewer', async () => {
    render(<PostPicture media={media} />)
    expect(shown().style.aspectRatio).toBe('0.75')
    await userEvent.click(screen.getByRole('button', { name: 'Open picture: A tall tree' }))
    const viewer = within(screen.getByRole('dialog', { name: 'A tall tree' }))
    expect(viewer.getByRole('img', { name: 'A tall tree' })).toHaveAttribute('height', '2000')
    await userEvent.click(viewer.getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })
})
