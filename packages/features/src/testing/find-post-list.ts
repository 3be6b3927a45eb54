import { screen } from '@testing-library/react'

/** A list of posts that shows all that it has: it begins with the first of them. */
export const findPostList = (): Promise<HTMLElement> => screen.findByRole('feed', { busy: false })
