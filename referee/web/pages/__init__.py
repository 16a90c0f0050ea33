"""The pages, found by looking: each module here has a blueprint called `pages`."""
