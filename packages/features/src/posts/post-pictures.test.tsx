import { describe, expect, it } from '@jest/globals'
import type { MediaView } from '@meadow/contracts/browser'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { aPost } from '../testing/fixtures.ts'
import { PostPictures } from './post-pictures.tsx'

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

describe('PostPictures', () => {
  it('sets srcset and sizes, and shows a placeholder', async () => {
    render(<PostPictures post={aPost({ pictures: [media] })} />)
    expect(shown().srcset).toBe('/media/p/a/m-480 480w, /media/p/a/m 1000w')
    expect(shown().sizes).toContain('100vw')
    await waitFor(() => expect(shown().style.backgroundImage).toMatch(/data:image\/png/))
  })

  it('crops a tall picture, and shows it whole in a viewer', async () => {
    render(<PostPictures post={aPost({ pictures: [media] })} />)
    expect(shown().style.aspectRatio).toBe(`${8 / 5}`)
    await userEvent.click(screen.getByRole('button', { name: 'Open picture: A tall tree' }))
    const viewer = within(await screen.findByRole('dialog', { name: 'Picture' }))
    expect(viewer.getByRole('img', { name: 'A tall tree' })).toHaveAttribute('height', '2000')
    await userEvent.click(viewer.getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  it('shows several in a grid, and opens the viewer at the clicked one', async () => {
    const others = ['A lake', '', 'A boat'].map((alt) => ({ ...media, _id: `m-${alt}`, url: `/media/${alt}`, alt }))
    render(<PostPictures post={aPost({ pictures: [media, ...others] })} />)
    expect(screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
      'Open picture: A tall tree',
      'Open picture: A lake',
      'Open picture 3 of 4',
      'Open picture: A boat',
    ])
    await userEvent.click(screen.getByRole('button', { name: 'Open picture: A boat' }))
    expect(within(await screen.findByRole('dialog')).getByRole('status')).toHaveTextContent('4 of 4: A boat')
  })

  it('loads enough pixels for a picture whose ends are cropped', () => {
    const panorama = { ...media, width: 6000, height: 1000 }
    const { rerender } = render(<PostPictures post={aPost({ pictures: [panorama] })} />)
    expect(shown().sizes).toBe('(max-width: 699px) 200vw, 1060px')
    rerender(<PostPictures post={aPost({ pictures: [panorama, { ...media, _id: 'm2', alt: '' }] })} />)
    expect(shown().sizes).toBe('(max-width: 699px) 300vw, 1590px')
    rerender(<PostPictures post={aPost({ pictures: [media] })} />)
    expect(shown().sizes).toBe('(max-width: 699px) 100vw, 530px')
  })

  it('loads no picture that the author has covered before the viewer shows it, and remembers that', async () => {
    const post = aPost({ pictures: [media], pictureCover: { kind: 'spoiler', note: 'The last page' } })
    const { container, unmount } = render(<PostPictures post={post} />)
    expect(await screen.findByText('Spoiler')).toBeVisible()
    expect(screen.getByText('The last page')).toBeVisible()
    expect([container.querySelector('img'), container.innerHTML.includes(url)]).toEqual([null, false])
    await userEvent.click(screen.getByRole('button', { name: 'Show' }))
    expect(shown()).toBeVisible()
    expect(screen.getByRole('button', { name: 'Open picture: A tall tree' })).toHaveFocus()
    unmount()
    render(<PostPictures post={post} />)
    expect(shown()).toBeVisible()
  })

  it('covers pictures also for a reason that this version does not know', async () => {
    render(<PostPictures post={aPost({ pictures: [media, media], pictureCover: { kind: 'newer', note: '' } })} />)
    expect(await screen.findByText('Sensitive pictures')).toBeVisible()
    expect(screen.getByText('The author covered 2 pictures')).toBeVisible()
  })

  it('crops a picture of 1 x 4,000 px and of 4,000 x 1 px', () => {
    const { rerender } = render(
      <PostPictures isDetail post={aPost({ pictures: [{ ...media, width: 1, height: 4000 }] })} />,
    )
    expect(shown().style.aspectRatio).toBe('0.75')
    rerender(<PostPictures isDetail post={aPost({ pictures: [{ ...media, width: 4000, height: 1 }] })} />)
    expect(shown().style.aspectRatio).toBe('3')
  })
})
