import type { Feature } from '../components/feature';
import { dashboard } from '../features/dashboard/feature';
import { products } from '../features/products/feature';

/** The features of the signed-in app: a new one adds its line here. */
export const features: Feature[] = [dashboard, products];
