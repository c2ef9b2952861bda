"""Figures as the contents of files, and their frames one by one."""

import io

import numpy as np
import pytest
from PIL import Image

from duelling.lab.figures import grid as figures
from duelling.lab.figures import pictures
from tests.helpers.report import measure

pytestmark = pytest.mark.plain


@pytest.fixture(scope="module")
def measured():
    return measure()


@pytest.fixture(scope="module")
def drawn(measured):
    return list(pictures.draw_all(list(figures.drawings(measured))))


@pytest.mark.slow
def test_a_picture_has_its_files_and_its_frames(drawn):
    for drawing, picture in drawn:
        assert picture.pdf.startswith(b"%PDF")
        sheet = Image.open(io.BytesIO(picture.png))
        parts = [Image.open(io.BytesIO(frame)) for frame in picture.frames]
        assert len(parts) == len(drawing.panels) == 4
        assert {part.size for part in parts} == {(sheet.width // 2, parts[0].height)}
        assert parts[0].height < sheet.height / 2


@pytest.mark.slow
def test_frames_are_cut_where_nothing_is_drawn(drawn):
    for _, picture in drawn:
        for frame in picture.frames:
            pixels = np.asarray(Image.open(io.BytesIO(frame)).convert("RGB"))
            edges = np.concatenate([pixels[0], pixels[-1], pixels[:, 0], pixels[:, -1]])
            assert (edges == 255).all()


def test_fewer_colours_are_near_and_the_ground_stays():
    frame = Image.linear_gradient("L").convert("RGB")
    frame.paste((255, 254, 253), (0, 0, 256, 20))
    found = np.asarray(pictures.fewer_colours(frame).convert("RGB")).astype(int)
    assert (found[0] == (255, 254, 253)).all()
    assert np.abs(found - np.asarray(frame)).max() <= 16
    assert len(np.unique(found.reshape(-1, 3), axis=0)) <= 256
