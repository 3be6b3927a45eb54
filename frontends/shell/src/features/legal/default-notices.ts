/** The notices that Meadow brings, in Markdown. They are shown until an admin publishes others. `changed` is the day of their last change. */
export const DEFAULT_NOTICES = {
  terms: {
    changed: '2026-11-01T12:00:00.000Z',
    text: `## What Meadow is

Meadow is a place to publish posts and pictures, to follow other members and to talk about what they share. By creating an account you agree to these terms.

## Your account

Give an email address that is yours, and keep your password to yourself. What happens with your account is your responsibility. If you think that someone else uses it, contact the operator of this Meadow.

## What you publish

Your posts, comments and pictures stay yours. You allow Meadow to store them and to show them to the other members for as long as you leave them here. You can delete a post at any time, and its comments and picture go with it.

Publish only what you may publish. Pictures and texts of others need their consent.

## How we treat each other

No harassment, no threats, no hate, no spam, nothing that is against the law. Do not pretend to be someone else. The operator of this Meadow may remove content that breaks these rules, and close accounts that break them repeatedly.

## What we cannot promise

We take care of what you entrust to Meadow, but a service can fail. Keep copies of what matters to you. If these terms change, the day above changes with them.`,
  },
  privacy: {
    changed: '2026-11-01T12:00:00.000Z',
    text: `## What is stored

Your username, your name, your email address and a hash of your password, from which nobody can read the password. Also what you do here: your posts, pictures, comments and likes, and whom you follow.

Pictures are stored without the details that a camera adds, such as the place where they were taken.

## Who can see it

Other members see your username, your name, your picture, your posts and comments, and how many people you follow and are followed by. Nobody else sees your email address.

## On your device

Meadow keeps a cookie and a few entries in your browser that keep you signed in and remember whether you prefer light or dark. Signing out removes what belongs to your session. There are no trackers, no advertisements, and no third-party services.

## How long

What you publish stays until you delete it. Sign-ins end by themselves after a while. Records about how the service runs are kept for a short time, to find and fix problems.

## Your questions

The operator of this Meadow is responsible for your data. You can ask what is stored about you, and have it corrected or deleted.`,
  },
}

/** Returns the name of an admin's draft of a notice. */
export const toNoticeDraftName = (notice: keyof typeof DEFAULT_NOTICES): string => `legal:${notice}`
