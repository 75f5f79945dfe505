import type { ComponentType } from 'react';

/** One screen of a feature: its path (`:name` stands for one path segment) and how to load it. */
export interface FeatureRoute {
  path: string;
  load: () => Promise<ComponentType>;
}

/** What a feature adds to the app: its screens and, if it has one, its entry in the menu. */
export interface Feature {
  routes: FeatureRoute[];
  menu?: { label: string; path: string };
}
