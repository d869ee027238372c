import { Navigate, Route, Routes } from 'react-router-dom';
import { notFoundRoute, type RouteId, routes } from '../routes.ts';
import { Layout } from './Layout.tsx';
import { LazyPage } from './LazyPage.tsx';
import { Screen } from './Screen.tsx';

const routeIds = Object.keys(routes) as RouteId[];

/** The whole site; expects a router around it. */
export function App() {
  return (
    <Routes>
      <Route path="/" element={<Navigate to={routes.home.path} replace />} />
      <Route element={<Layout />}>
        {routeIds.map((id) => (
          <Route
            key={id}
            path={routes[id].path}
            element={
              <Screen route={routes[id]}>
                <LazyPage id={id} />
              </Screen>
            }
          />
        ))}
        <Route
          path="*"
          element={
            <Screen route={notFoundRoute}>
              <LazyPage id="notFound" />
            </Screen>
          }
        />
      </Route>
    </Routes>
  );
}
